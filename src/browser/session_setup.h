// What a session is told before anything runs in it, and what a page's events are answered with at once.
#pragma once

#include <string>
#include <vector>

#include "browser/page.h"

namespace squall::browser {

// For the page itself.
std::vector<Command> main_setup(const PageOptions& options, const std::string& context, const std::string& user_agent);
// Runs a script in each document to come, before its own.
Command add_script(const std::string& source);
// For frames in a process of their own, and for workers.
std::vector<Command> frame_setup(const PageOptions& options);
std::vector<Command> worker_setup(const PageOptions& options);

// Answers, from the connection's reader thread, what cannot wait: sets up frames and workers and lets them run, closes
// popups before they load anything, closes dialogs.
Reflex page_reflex(Connection& connection, const PageOptions& options);

// A window that a page opened, as an event Target.attachedToTarget tells.
bool is_popup(const Event& attached);

}  // namespace squall::browser
