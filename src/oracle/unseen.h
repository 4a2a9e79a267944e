// Which elements nobody gets to know of: they are not drawn, and assistive technology does not tell of them either.
//
// What is transparent, or moved out of sight to measure a text, can be found by a screen reader all the same. It counts
// only where somebody has made it for that: a live region, a role, an aria attribute, a control, or a box of one pixel
// that cuts off what is in it, as style sheets for hidden labels have it.
#pragma once

#include "oracle/dom_tree.h"

namespace squall::oracle {

// Sets DomNode::spoken and DomNode::unseen in the whole tree.
void note_unseen(DomNode& root);

}  // namespace squall::oracle
