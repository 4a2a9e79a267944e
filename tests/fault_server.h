// A server that misbehaves in every way that squall must survive, and serves the pages of tests/pages/faults.
//
//   /never      accepts, and never answers          /endless    a document without an end
//   /slow       a document in pieces, with an end   /moved      redirects to /404
//   /404, /500  say so                              /redirect   redirects for ever
//   /empty      200 without a body                  /nothing    204: the browser stays where it is
//   /hangup     closes without an answer            /cut        closes in the middle of one
//   /garbage    does not speak HTTP                 /file.bin   a download
//   /data.json  a good answer                       /incomplete a page whose scripts do not come
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "base/files.h"
#include "serve/http_server.h"
#include "tests/source_folder.h"

namespace squall::testing {

inline std::filesystem::path fault_pages() { return source_folder() / "pages" / "faults"; }

inline void answer_file(serve::Exchange& exchange) {
  std::string name = exchange.request().path.substr(1);
  auto content = name.find('/') == std::string::npos ? read_file(fault_pages() / name) : Result<std::string>(Error{});
  if (!content) return void(exchange.respond(serve::text_response(404, "there is no " + name)));
  exchange.respond({200, {{"content-type", "text/html; charset=utf-8"}}, *content});
}

inline void answer_fault(serve::Exchange& exchange) {
  const std::string& path = exchange.request().path;
  const Headers html = {{"content-type", "text/html"}};
  if (path.starts_with("/never")) {
    while (exchange.wait(Millis(1000))) continue;
  } else if (path == "/endless") {
    exchange.begin(200, html);
    while (exchange.write("<p>and more</p>\n") && exchange.wait(Millis(20))) continue;
  } else if (path == "/slow") {
    exchange.begin(200, html);
    for (const char* piece : {"<p>slow", " but", " whole</p>"}) exchange.write(piece) && exchange.wait(Millis(700));
  } else if (path == "/404" || path == "/500") {
    exchange.respond({path == "/404" ? 404 : 500, html, "<h1>no</h1>"});
  } else if (path == "/redirect") {
    const std::string* n = exchange.request().parameter("n");
    exchange.respond({302, {{"location", "/redirect?n=" + std::to_string(n ? std::stoi(*n) + 1 : 1)}}, ""});
  } else if (path == "/moved") {
    exchange.respond({302, {{"location", "/404"}}, ""});
  } else if (path == "/incomplete") {
    exchange.respond(
        {200, html, "<link rel=stylesheet href=/404><script src=/500></script><script src=/404></script>"});
  } else if (path == "/empty") {
    exchange.respond({200, html, ""});
  } else if (path == "/nothing") {
    exchange.respond({204, {}, ""});
  } else if (path == "/hangup") {
    exchange.abort();
  } else if (path == "/cut") {
    exchange.begin(200, {{"content-type", "text/html"}, {"content-length", "1000"}});
    exchange.write("<h1>the first half</h1>");
    exchange.abort();
  } else if (path == "/garbage") {
    exchange.write_raw("220 mail.example ESMTP\r\n");
  } else if (path == "/file.bin") {
    exchange.respond(
        {200, {{"content-type", "application/octet-stream"}, {"content-disposition", "attachment"}}, "bytes"});
  } else if (path == "/data.json") {
    exchange.respond({200, {{"content-type", "application/json"}}, R"({"text":"fresh"})"});
  } else {
    answer_file(exchange);
  }
}

class FaultServer {
 public:
  // One for all tests of a program, over http; `secure` gives one with a certificate that nobody trusts.
  static FaultServer& get() {
    static FaultServer server(false);
    return server;
  }
  static FaultServer& secure() {
    static FaultServer server(true);
    return server;
  }
  std::string url(const std::string& name) const { return server_->url() + "/" + name; }
  // Whether a request for this path has come.
  bool was_asked(const std::string& path) {
    std::lock_guard lock(mutex_);
    return asked_.contains(path);
  }

 private:
  explicit FaultServer(bool tls) {
    serve::HttpServerOptions options;
    options.tls = tls;
    auto handler = [this](serve::Exchange& exchange) {
      {
        std::lock_guard lock(mutex_);
        asked_.insert(exchange.request().path);
      }
      answer_fault(exchange);
    };
    server_ = std::move(serve::HttpServer::start(options, handler).value());
  }
  std::mutex mutex_;
  std::set<std::string> asked_;
  std::unique_ptr<serve::HttpServer> server_;
};

// A port on which nothing listens: one that was free a moment ago.
inline int closed_port() {
  auto server = serve::HttpServer::start({}, answer_fault);
  return (*server)->port();
}

}  // namespace squall::testing
