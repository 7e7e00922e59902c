// Keeps the files of the page on the first visit, so that it then opens without a network. The
// network comes first: a new version is never hidden by an old one.

const KEPT = "sudomill";
const FILES = [/* by scripts/web */];

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request, response.clone());
    return response;
  } catch (error) {
    const response = await kept.match(request, { ignoreSearch: true });
    if (response) return response;
    throw error;
  }
}
