// Redirects, statuses, cookies, credentials and other origins.
#include "base/url.h"
#include "tests/traffic_lab.h"

namespace squall {
namespace {

using namespace squall::testing;
using serve::Exchange;

serve::Handler redirect(int status, std::string to) {
  return [=](Exchange& exchange) { exchange.respond({status, {{"Location", to}}, ""}); };
}

std::string cookies_of(const outcome::Outcome& outcome) {
  std::vector<std::string> names;
  for (const Json& cookie : outcome.cookies.items())
    names.push_back(cookie["name"].as_string() + "=" + cookie["value"].as_string());
  return join(names, " ");
}

TEST(TrafficAnswers, RedirectsOfEveryStatusReplay) {
  TestServer server, other;
  other.answer("/target", 200, {{"Content-Type", "text/plain"}, {"Access-Control-Allow-Origin", "*"}}, "elsewhere");
  server.on("/start", redirect(302, "/hop"));
  server.on("/hop", redirect(301, "/page#there"));
  for (int status : {301, 302, 303, 307, 308}) {
    server.on("/r" + std::to_string(status), redirect(status, "/target"));
  }
  server.on("/chain", redirect(302, "/chain2"));
  server.on("/chain2", redirect(307, "/r302"));
  server.on("/away", redirect(302, other.url("/target")));
  server.on("/target", [](Exchange& e) {
    e.respond({200, {{"Content-Type", "text/plain"}}, e.request().method + " " + e.request().body});
  });
  server.on("/s.js", redirect(302, "/real.js"));
  server.text("/real.js", "text/javascript", "log('script')");
  server.page("/page", R"(<script src=s.js></script><script>
    log('at ' + location.pathname + location.hash);
    for (const n of [301, 302, 303, 307, 308]) {
      fetch('r' + n, {method: 'POST', body: 'b' + n}).then(async r => log(n + ' ' + r.redirected + ' ' + await r.text() + '.'));
    }
    const x = new XMLHttpRequest(); x.open('GET', 'chain');
    x.onload = () => log('chain ' + new URL(x.responseURL).pathname + ' ' + x.responseText + '.'); x.send();
    fetch('away').then(r => r.text()).then(t => log('away ' + t));
    fetch('r302?m', {redirect: 'manual'}).then(r => log('manual ' + r.type + ' ' + r.status));
    fetch('r302?e', {redirect: 'error'}).catch(e => log('error ' + e.name));
  </script>)");
  auto page =
      TrafficLab::get().check({&server, &other}, "/start",
                              "301 true GET . | 302 true GET . | 303 true GET . | 307 true POST b307. | 308 true POST "
                              "b308. | at /page#there | away "
                              "elsewhere | chain /target GET . | error TypeError | manual opaqueredirect 0 | script");
  EXPECT_EQ(page.outcome.status, 200);
  std::vector<std::string> documents;
  for (const auto& request : page.outcome.requests) {
    if (request.type == "document") documents.push_back(parse_url(request.url).path);
  }
  EXPECT_EQ(join(documents, " "), "/start /hop /page");
}

TEST(TrafficAnswers, StatusesReplay) {
  TestServer server;
  for (int status : {204, 304, 404, 418, 500, 503}) {
    server.on("/s" + std::to_string(status), [=](Exchange& exchange) {
      exchange.respond({status,
                        {{"Content-Type", "text/plain"}, {"X-Which", std::to_string(status)}},
                        status == 204 || status == 304 ? "" : "body of " + std::to_string(status)});
    });
  }
  server.page("/", R"(<script>
    for (const n of [204, 304, 404, 418, 500, 503]) {
      fetch('s' + n).then(async r => log(n + ' ' + r.status + ' ' + r.headers.get('x-which') + ' ' + await r.text() + '.'));
    }
    const i = new Image(); i.onerror = () => log('image failed'); i.src = 's404?image';
    const s = document.createElement('script'); s.onerror = () => log('script failed'); s.src = 's500?script';
    document.head.append(s);
  </script>)");
  TrafficLab::get().check(
      {&server}, "/",
      "204 204 204 . | 304 304 304 . | 404 404 404 body of 404. | 418 418 418 body of 418. | 500 500 "
      "500 body of 500. | 503 503 503 body of 503. | image failed | script failed");
}

TEST(TrafficAnswers, CookiesAreSetAgain) {
  TestServer server;
  server.on("/", [](Exchange& exchange) {
    exchange.respond({200,
                      {{"Content-Type", "text/html"},
                       {"Set-Cookie", "open=1; Path=/"},
                       {"Set-Cookie", "hidden=2; Path=/; HttpOnly; SameSite=Strict"},
                       {"Set-Cookie", "lax=3; Path=/; SameSite=Lax; Max-Age=3600"}},
                      kLogScript + std::string(R"(<script>
      log('document ' + document.cookie.split('; ').sort().join(' '));
      fetch('login').then(() => fetch('who')).then(r => r.text()).then(t => {
        log('server saw ' + t);
        log('then ' + document.cookie.split('; ').sort().join(' '));
      });
    </script>)")});
  });
  server.on("/login", [](Exchange& exchange) {
    exchange.respond(
        {302,
         {{"Location", "/done"}, {"Set-Cookie", "session=abc; Path=/; HttpOnly"}, {"Set-Cookie", "open=9; Path=/"}},
         ""});
  });
  server.answer("/done", 200, {{"Set-Cookie", "lax=; Path=/; Max-Age=0"}}, "ok");
  server.on("/who", [](Exchange& exchange) {
    const std::string* cookie = exchange.request().header("Cookie");
    std::vector<std::string> parts = split(replace_all(cookie ? *cookie : "", "; ", ";"), ';');
    std::sort(parts.begin(), parts.end());
    exchange.respond(serve::text_response(200, join(parts, " ")));
  });
  auto page = TrafficLab::get().check({&server}, "/",
                                      "document lax=3 open=1 | server saw hidden=2 open=9 session=abc | then open=9");
  EXPECT_EQ(cookies_of(page.outcome), "hidden=2 open=9 session=abc");
  EXPECT_EQ(cookies_of(TrafficLab::get().replay(page).outcome), "hidden=2 open=9 session=abc");
}

TEST(TrafficAnswers, OtherOriginsReplayWithTheirPreflights) {
  TestServer server, other;
  other.on("/api", [](Exchange& exchange) {
    if (exchange.request().method == "OPTIONS") {
      exchange.respond({204,
                        {{"Access-Control-Allow-Origin", "*"},
                         {"Access-Control-Allow-Headers", "X-Key, Content-Type"},
                         {"Access-Control-Allow-Methods", "PUT, POST, GET"},
                         {"Access-Control-Max-Age", "600"}},
                        ""});
      return;
    }
    exchange.respond({200,
                      {{"Content-Type", "text/plain"}, {"Access-Control-Allow-Origin", "*"}},
                      exchange.request().method + " ok"});
  });
  other.text("/closed", "text/plain", "not for you");
  server.page("/", "<script>const there = '" + other.url() + R"(';
    fetch(there + '/api', {headers: {'X-Key': '1'}}).then(r => r.text()).then(t => log('header ' + t));
    fetch(there + '/api', {method: 'PUT', body: '{}', headers: {'Content-Type': 'application/json'}})
      .then(r => r.text()).then(t => log('put ' + t));
    const x = new XMLHttpRequest(); x.open('POST', there + '/api'); x.setRequestHeader('X-Key', '2');
    x.onload = () => log('xhr ' + x.responseText); x.send('body');
    fetch(there + '/closed').catch(e => log('closed ' + e.name));
    fetch(there + '/closed?h', {headers: {'X-Key': '1'}}).catch(e => log('closed preflight ' + e.name));
    fetch(there + '/closed?n', {mode: 'no-cors'}).then(r => log('opaque ' + r.type));
  </script>)");
  TrafficLab::get().check(
      {&server, &other}, "/",
      "closed TypeError | closed preflight TypeError | header GET ok | opaque opaque | put PUT ok | xhr POST ok");
}

TEST(TrafficAnswers, FormsThatNavigateReplay) {
  TestServer server;
  server.page("/", R"(<form method=post action=submit><input name=q value=7><button id=go>go</button></form>)");
  server.on("/submit", [](Exchange& exchange) {
    exchange.respond({303, {{"Location", "/thanks?" + exchange.request().body}}, ""});
  });
  server.page("/thanks", "<script>log('thanks ' + location.search)</script>");
  auto page = TrafficLab::get().check({&server}, "/", "thanks ?q=7", {{click("#go")}});
  EXPECT_EQ(page.outcome.url, server.url("/thanks?q=7"));
}

TEST(TrafficAnswers, RefusedCredentialsReplay) {
  TestServer server;
  server.on("/secret", [](Exchange& exchange) {
    const std::string* credentials = exchange.request().header("Authorization");
    if (credentials && *credentials == "Basic dTpw")
      return void(exchange.respond(serve::text_response(200, "welcome")));
    exchange.respond({401, {{"WWW-Authenticate", "Basic realm=\"x\""}, {"Content-Type", "text/plain"}}, "who are you"});
  });
  server.page("/", R"(<script>
    fetch('secret').then(async r => log(r.status + ' ' + await r.text()));
    fetch('secret?2', {headers: {Authorization: 'Basic dTpw'}}).then(async r => log(r.status + ' ' + await r.text()));
  </script>)");
  TrafficLab::get().check({&server}, "/", "200 welcome | 401 who are you");
}

}  // namespace
}  // namespace squall
