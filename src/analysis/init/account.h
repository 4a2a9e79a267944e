// What `squall init` tells a person.
#pragma once

#include "analysis/account.h"
#include "analysis/init/analysis.h"
#include "analysis/lines.h"

namespace squall::analysis::init {

Account account_of(const Analysis& analysis, const lab::RecordedPage& page);

// The lines for the terminal: findings grouped by the resource that delays the page.
Lines lines_of(const Analysis& analysis, const Account& account);

}  // namespace squall::analysis::init
