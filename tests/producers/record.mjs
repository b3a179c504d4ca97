// Lets Chromium open a page and records its traffic: record.mjs URL HAR, run where node_modules is.
// It waits until the title of the page is "limited". The HAR is the one that Playwright writes of Chromium's traffic.
import { createRequire } from "node:module";

const { chromium } = createRequire(process.cwd() + "/")("playwright-core");
const [url, har] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const context = await browser.newContext({ recordHar: { path: har } });
const page = await context.newPage();
await page.goto(url);
await page.waitForFunction(() => document.title === "limited", null, { timeout: 20_000 });
await context.close();
await browser.close();
