// Deployed in place of sw.js, this ends offline support in every browser that has it: the caches are deleted, no page is
// reloaded.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(end()))

async function end() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
