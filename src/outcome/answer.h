// How a request was answered.
#pragma once

namespace squall::outcome {

enum class Answer {
  Recorded,     // by the recording, exactly
  Repeated,     // by the last recorded answer to the same request: it was sent more often than recorded
  Approximate,  // by the recorded answer to a request that differs in details
  Live,         // by the real server
  Failed,       // made to fail, or failed in the recording
  Unanswered,   // the recording has nothing for it; the page saw a network error
  Held,         // still held back at the end
  Abandoned,    // the page gave it up before it was answered
  UnderWay,     // by nobody: the server keeps it until it has something to say, and has not said it
};
const char* name_of(Answer answer);

}  // namespace squall::outcome
