/** What `bin/fold-guide.js` starts. */
import { processIo } from "./io.js";
import { main } from "./main.js";

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = main(process.argv.slice(2), processIo());
