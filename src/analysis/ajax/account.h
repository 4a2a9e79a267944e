// What `squall ajax` tells a person.
#pragma once

#include "analysis/account.h"
#include "analysis/ajax/analysis.h"
#include "analysis/lines.h"

namespace squall::analysis::ajax {

// `begin` is the first step that was tested.
Account account_of(const Analysis& analysis, const lab::RecordedPage& page, int begin);

// The lines for the terminal: findings with one cause stand together.
Lines lines_of(const Analysis& analysis, const Account& account);

}  // namespace squall::analysis::ajax
