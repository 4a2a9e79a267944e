// `squall serve`: on loopback, until it is told to end.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "tests/program.h"

namespace squall {
namespace {

using testing::becomes_true;
using testing::Ended;
using ::testing::HasSubstr;
using testing::Workplace;

// The answer of a server on loopback to a plain GET.
std::string get(int port, const std::string& path) {
  int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  std::string answer;
  if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
    std::string request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n";
    (void)!::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
    char chunk[4096];
    for (ssize_t n; (n = ::recv(fd, chunk, sizeof chunk, 0)) > 0;) answer.append(chunk, static_cast<size_t>(n));
  }
  ::close(fd);
  return answer;
}

// The URL that a server has said, once it has.
std::string said_url(testing::Running& serving) {
  std::string url;
  becomes_true([&] {
    std::string out = serving.out();
    size_t at = out.find("http://127.0.0.1:");
    if (at == std::string::npos || out.back() != '\n') return false;
    url = out.substr(at, out.find('/', at + 7) - at);
    return true;
  });
  return url;
}

int port_of(const std::string& url) { return url.empty() ? 0 : std::atoi(url.c_str() + url.rfind(':') + 1); }

TEST(Serve, ServesTheExamplesUntilItIsTerminated) {
  Workplace place;
  auto serving = place.start({"serve", "examples", "--port", "0"});
  int port = port_of(said_url(*serving));
  ASSERT_GT(port, 0) << serving->out() << serving->err();
  EXPECT_THAT(get(port, "/shop/"), HasSubstr("200 OK"));
  EXPECT_THAT(get(port, "/"), HasSubstr("200 OK"));
  EXPECT_THAT(get(port, "/../../../../etc/passwd"), ::testing::Not(HasSubstr("root:")));
  // On loopback alone: the port is not open on the address of any other interface.
  EXPECT_THAT(read_file("/proc/net/tcp").value(), ::testing::Not(HasSubstr("00000000:" + [&] {
                char hex[8];
                std::snprintf(hex, sizeof hex, "%04X", static_cast<unsigned>(port));
                return std::string(hex);
              }() + " 00000000:0000 0A")));
  serving->signal(SIGTERM);
  EXPECT_EQ(serving->wait(Millis(5000)).code, 130);
  EXPECT_EQ(get(port, "/shop/"), "");
}

TEST(Serve, WithJsonItSaysWhereAsADocument) {
  Workplace place;
  auto serving = place.start({"serve", "--port=0", "--json"});
  EXPECT_GT(port_of(said_url(*serving)), 0);
  serving->signal(SIGINT);
  Ended ended = serving->wait(Millis(5000));
  EXPECT_EQ(ended.code, 130) << ended;
  EXPECT_THAT(ended.json()["url"].as_string(), ::testing::StartsWith("http://127.0.0.1:"));
}

TEST(Serve, APortThatIsTakenIsNamed) {
  Workplace place;
  auto first = place.start({"serve", "--port", "0"});
  std::string port = std::to_string(port_of(said_url(*first)));
  Ended second = place.run({"serve", "--port", port});
  EXPECT_EQ(second.code, 2) << second;
  EXPECT_THAT(second.err, HasSubstr(port)) << second;
  EXPECT_THAT(second.err, HasSubstr("\n  ")) << "no hint" << second;
}

TEST(Serve, AFolderThatIsNotThereIsNamed) {
  Workplace place;
  Ended ended = place.run({"serve", "nowhere"});
  EXPECT_EQ(ended.code, 2) << ended;
  EXPECT_THAT(ended.err, HasSubstr("there is no folder nowhere")) << ended;
}

}  // namespace
}  // namespace squall
