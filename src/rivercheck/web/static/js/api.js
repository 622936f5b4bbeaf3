// Talking to the server: JSON both ways, tried again while the connection fails, never twice done.

const WAITS = [150, 300, 600, 1200, 2400, 3000]; // milliseconds between tries
const AGAIN = new Set([429, 502, 503, 504]);

/** What the server refused, in its words. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} code
   * @param {string} message
   * @param {any} body
   */
  constructor(status, code, message, body) {
    super(message);
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

/** The server did not answer. */
export class Silent extends Error {}

/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));

/** A key for one command: its retries carry the same. */
export const newKey = () => crypto.randomUUID();

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export const get = async (path) =>
  JSON.parse(await ask(path, { headers: { accept: "application/json" } }));

/** @param {string} path */
export const getText = (path) => ask(path, {});

/**
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export const post = (path, body) => send(path, JSON.stringify(body), "application/json");

/**
 * @param {string} path
 * @param {string | Blob} body
 * @param {string} type
 * @returns {Promise<any>}
 */
export const send = async (path, body, type) =>
  JSON.parse(await ask(path, { method: "POST", body, headers: { "content-type": type } }));

/**
 * The text of an answer; thrown if the server refuses.
 * @param {string} path
 * @param {RequestInit} request
 */
async function ask(path, request) {
  const response = await reach(path, request);
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return text;
}

/**
 * Try until there is an answer, or too long.
 * @param {string} path
 * @param {RequestInit} request
 */
async function reach(path, request) {
  for (let tries = 0; ; tries += 1) {
    try {
      const response = await fetch(path, { ...request, signal: AbortSignal.timeout(20_000) });
      if (!AGAIN.has(response.status) || tries >= WAITS.length) return response;
    } catch {
      if (tries >= WAITS.length) {
        throw new Silent(
          "The server does not answer. What you entered is still here: try again in a moment.",
        );
      }
    }
    await pause(WAITS[tries]);
  }
}

/**
 * @param {number} status
 * @param {string} text
 */
function refusal(status, text) {
  let body = null;
  try {
    body = JSON.parse(text);
  } catch {
    // not JSON: the status is all there is
  }
  const { code = "", message = `The server answered ${status}.` } = body?.error ?? {};
  return new Refused(status, code, message, body);
}
