#include <string>
#include <vector>

#include "base/interrupt.h"
#include "cli/command.h"

int main(int argc, char** argv) {
  squall::watch_interrupts();
  return squall::cli::run_squall(std::vector<std::string>(argv + 1, argv + argc));
}
