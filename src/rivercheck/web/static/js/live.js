// Entries as they come, and the way back when the connection is lost.

const RETRY = 1000; // milliseconds
const HIDDEN = 10_000; // after so long out of sight a page lets go: a browser keeps few connections

/**
 * Listen to a game until `stop` is called.
 * @param {import("./game.js").Game} game
 * @returns {() => void} stop
 */
export function listen(game) {
  /** @type {EventSource | null} */
  let source = null;
  /** @type {number | undefined} */
  let timer;
  let stopped = false;

  const say = (/** @type {string} */ text) => game.tell("link", text);

  function connect() {
    if (stopped) return;
    source?.close();
    source = new EventSource(`${game.address}/events?since=${game.revision}`);
    source.addEventListener("open", catchUp);
    source.addEventListener("entry", (event) => {
      if (Number(event.lastEventId) > game.revision) catchUp();
    });
    source.addEventListener("error", lost);
  }

  async function catchUp() {
    try {
      await game.refresh();
      if (source?.readyState === EventSource.OPEN) say("");
    } catch {
      lost();
    }
  }

  function lost() {
    source?.close();
    clearTimeout(timer);
    if (stopped) return;
    say("Connection lost, trying again");
    timer = window.setTimeout(connect, RETRY);
  }

  function looked() {
    clearTimeout(timer);
    if (document.visibilityState === "hidden")
      timer = window.setTimeout(() => source?.close(), HIDDEN);
    else if (source?.readyState === EventSource.OPEN) catchUp();
    else connect();
  }

  document.addEventListener("visibilitychange", looked);
  connect();
  return () => {
    stopped = true;
    source?.close();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", looked);
  };
}
