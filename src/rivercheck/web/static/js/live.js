// Entries as they come, and the way back when the connection is lost.

const RETRY = 1000; // milliseconds

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

  const say = (/** @type {string} */ text) => game.dispatchEvent(new CustomEvent("link", { detail: text }));

  function connect() {
    if (stopped) return;
    source = new EventSource(`${game.address}/events?since=${game.revision}`);
    source.addEventListener("open", () => { catchUp(); });
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

  const wake = () => { if (document.visibilityState === "visible") catchUp(); };
  document.addEventListener("visibilitychange", wake);
  connect();
  return () => {
    stopped = true;
    source?.close();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", wake);
  };
}
