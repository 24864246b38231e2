#!/usr/bin/env node
/** The browser of somebody who agrees to everything: goes to the address that is its argument, and wherever it is sent from there. */
await (await fetch(process.argv[2])).text();
