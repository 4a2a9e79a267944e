#include "base/iso_time.h"

#include <gtest/gtest.h>

#include <cmath>

namespace squall {
namespace {

TEST(IsoTime, ReadsWhatToolsWrite) {
  EXPECT_EQ(parse_iso_time("1970-01-01T00:00:00.000Z"), 0);
  EXPECT_EQ(parse_iso_time("2024-02-29T12:00:00.25Z"), 1709208000250);
  EXPECT_EQ(parse_iso_time("2024-02-29T14:00:00.250+02:00"), 1709208000250);
  EXPECT_EQ(parse_iso_time("2024-02-29T07:30:00.250-0430"), 1709208000250);
  EXPECT_EQ(parse_iso_time("2024-02-29T12:00:00"), 1709208000000);
  EXPECT_EQ(parse_iso_time("2024-02-29"), 1709164800000);
  EXPECT_NEAR(parse_iso_time("2024-02-29T12:00:00.250123456Z").value_or(0), 1709208000250.123, 0.01);
}

TEST(IsoTime, RefusesWhatIsNoTime) {
  for (const char* text : {"", "x", "2024", "2024-13-01", "2024-02-30", "2024-02-29T", "2024-02-29T25:00:00Z",
                           "2024-02-29T12:00:00Zx", "2024-02-29T12:00:00+", "99999-01-01"}) {
    EXPECT_FALSE(parse_iso_time(text)) << text;
  }
}

TEST(IsoTime, WritesMillisecondsAndStaysInRange) {
  EXPECT_EQ(iso_time(1709208000250.9), "2024-02-29T12:00:00.250Z");
  EXPECT_EQ(iso_time(-1), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(iso_time(1e300), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(iso_time(-INFINITY), "0000-01-01T00:00:00.000Z");
  EXPECT_EQ(iso_time(NAN), "1970-01-01T00:00:00.000Z");
}

}  // namespace
}  // namespace squall
