// Deploy this file in place of sw.js to end offline support. In each browser that has the service worker, it then deletes all
// caches and unregisters the worker. It reloads no page.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(end()))

async function end() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
}
