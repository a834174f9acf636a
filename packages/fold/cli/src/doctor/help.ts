export const DOCTOR_HELP = `fold-doctor: looks a store over, and says what is wrong and what can be done.

Usage: fold-doctor [DIR] [options]

  DIR or --dir DIR  the store; else FOLD_DIR, else the nearest .fold upwards
  --salvage OUT     also copy what is sound to OUT, which is not there yet or an empty directory
  --format FORMAT   text (unless set), or json: one document
  --lang LANG       language of the text: en (unless set) or zh
  --full            also undo every record, and show each one to its schema: ten times slower or more
  --version         the version

Nothing is ever written into the store, and writers need not be stopped. --salvage goes on behind
lines whose form alone is damaged (a byte order mark, CRLF, glued or repeated lines) where the
hashes prove what they were.

Examples:
  fold-doctor
  fold-doctor .fold --salvage .fold-salvaged
  fold-doctor --format json | jq .failure

Exit codes:
   0  sound; leftovers and stale caches are only noted
   1  a bug in fold-doctor
   2  the command line is wrong, or there is no place for the copy at OUT
   5  unavailable; the store could not be read
   6  corrupt log, or a newer format, also where what is sound was copied
  10  no store here
  11  no copy could be made at OUT: no space, no permission, a failing disk
`;
