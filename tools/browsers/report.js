// Runs inside a case that was loaded as a frame: tells the page around it what it became.
addEventListener("load", () => {
  parent.postMessage({ encoding: document.characterSet, text: document.documentElement.textContent }, "*");
});
