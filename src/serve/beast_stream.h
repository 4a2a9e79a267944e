// A TcpStream as what Boost.Beast calls a SyncStream. Only the units that use Beast include this.
#pragma once

// The thread sanitizer knows no fences, and no io_context ever runs here.
#ifdef __SANITIZE_THREAD__
#define BOOST_ASIO_DISABLE_FENCED_BLOCK
#endif

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/http/error.hpp>

#include "serve/tcp_stream.h"

namespace squall::serve {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

class BeastStream {
 public:
  // Beast wants an executor for its timers, which synchronous calls never use.
  using executor_type = asio::io_context::executor_type;

  BeastStream(TcpStream& tcp, asio::io_context& context) : tcp_(tcp), context_(context) {}
  executor_type get_executor() noexcept { return context_.get_executor(); }

  template <typename Buffers>
  size_t read_some(const Buffers& buffers, beast::error_code& failure) {
    failure = {};
    for (auto it = asio::buffer_sequence_begin(buffers); it != asio::buffer_sequence_end(buffers); ++it) {
      asio::mutable_buffer buffer = *it;
      if (buffer.size() == 0) continue;
      long n = tcp_.read(static_cast<char*>(buffer.data()), buffer.size());
      if (n > 0) return static_cast<size_t>(n);
      failure = n == 0 ? asio::error::make_error_code(asio::error::eof)
                       : asio::error::make_error_code(asio::error::connection_reset);
      return 0;
    }
    return 0;
  }

  template <typename Buffers>
  size_t write_some(const Buffers& buffers, beast::error_code& failure) {
    failure = {};
    size_t total = 0;
    for (auto it = asio::buffer_sequence_begin(buffers); it != asio::buffer_sequence_end(buffers); ++it) {
      asio::const_buffer buffer = *it;
      if (!tcp_.write({static_cast<const char*>(buffer.data()), buffer.size()})) {
        failure = asio::error::make_error_code(asio::error::broken_pipe);
        return total;
      }
      total += buffer.size();
    }
    return total;
  }

  // Beast asks for the throwing forms too.
  template <typename Buffers>
  size_t read_some(const Buffers& buffers) {
    beast::error_code failure;
    size_t n = read_some(buffers, failure);
    if (failure) throw beast::system_error(failure);
    return n;
  }
  template <typename Buffers>
  size_t write_some(const Buffers& buffers) {
    beast::error_code failure;
    size_t n = write_some(buffers, failure);
    if (failure) throw beast::system_error(failure);
    return n;
  }

 private:
  TcpStream& tcp_;
  asio::io_context& context_;
};

// Beast calls this after the closing handshake; the connection's end is the server's business.
inline void teardown(beast::role_type, BeastStream&, beast::error_code& failure) { failure = {}; }

}  // namespace squall::serve
