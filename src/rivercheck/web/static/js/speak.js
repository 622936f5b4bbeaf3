// The live region: outcomes said in one sentence to those who listen to the page.

/** @type {number | undefined} */
let waiting;

/** @param {string} text */
export function speak(text) {
  const region = document.getElementById("spoken");
  if (!region || !text) return;
  region.textContent = "";
  clearTimeout(waiting);
  waiting = window.setTimeout(() => {
    region.textContent = text;
  }, 60); // an equal text is said again
}
