// An express server behind express-rate-limit: express.mjs MODE LIMIT WINDOW_SECONDS, run where node_modules is.
// MODE: legacy, draft-6, draft-7, draft-8, or legacy+ and one of the drafts. Prints the port that it listens on.
import { createRequire } from "node:module";

const require = createRequire(process.cwd() + "/");
const express = require("express");
const { rateLimit } = require("express-rate-limit");

const [mode, limit, seconds] = process.argv.slice(2);
const draft = mode.replace(/^legacy\+?/, "");
const app = express();
app.get("/page", (_, response) => response.type("html").send(PAGE));
app.use(
  rateLimit({
    windowMs: Number(seconds) * 1000,
    limit: Number(limit),
    legacyHeaders: mode.startsWith("legacy"),
    standardHeaders: draft || false,
  }),
);
app.get("/", (_, response) => response.send("here you are\n"));
const server = app.listen(0, "127.0.0.1", () => console.log(server.address().port));

// A page whose script asks until it is told to slow down, and says in its title when it was.
const PAGE = `<!doctype html><title>asking</title><script type="module">
for (let status = 200; status === 200; ) status = (await fetch("/")).status;
document.title = "limited";
</script>`;
