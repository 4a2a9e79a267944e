// Serves a folder of examples: `FOLDER/<name>/` holds the files of one, with
//   example.json   its "title", and in "wrong" a sentence on what goes wrong in it (null: nothing)
//   server.json    what its own server answers, if it has one (the grammar stands in example_routes.h)
// Files are read at each request, so an edit shows at the next reload. Nothing outside of the folder is ever served.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "serve/http_server.h"

namespace squall::serve {

// A handler for HttpServer. Clients of one handler share its WebSocket broadcasts.
Handler example_handler(std::filesystem::path folder);

// What is wrong with the examples, a line each: "autocomplete/server.json: routes[1].status: must be …".
std::vector<std::string> check_examples(const std::filesystem::path& folder);

}  // namespace squall::serve
