/** The status messages of the spec's section 8. */
type Status = 'ready' | 'registered' | 'cached' | 'update found' | 'updated' | 'offline' | 'error'

/**
 * Registers the service worker and logs its status to the console, never to the page (spec section 8). Its scope is the site's
 * base.
 */
export async function startServiceWorker(): Promise<void> {
  if (!navigator.onLine) logStatus('offline')
  addEventListener('offline', () => logStatus('offline'))
  try {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    // Missing on plain http and in private windows of some browsers.
    if (!workers) return
    // `updateViaCache: 'none'` revalidates the worker's file each time, even if the host's headers allow caching.
    const registration = (await workers.register(`${import.meta.env.BASE_URL}sw.js`, { updateViaCache: 'none' })) as
      | ServiceWorkerRegistration
      | undefined
    // Some browsers that block service workers resolve to undefined.
    if (!registration) return
    logStatus('registered')
    void workers.ready.then(() => logStatus('ready'))
    const followNew = () => follow(registration.installing, registration.active !== null)
    registration.addEventListener('updatefound', followNew)
    followNew()
  } catch (error) {
    logStatus('error', error)
  }
}

const followed = new WeakSet<ServiceWorker>()

/**
 * Logs the status of a worker that is being installed. A new version waits until the pages of the old one are closed: nothing is
 * reloaded.
 */
function follow(worker: ServiceWorker | null, isUpdate: boolean): void {
  if (!worker || followed.has(worker)) return
  followed.add(worker)
  if (isUpdate) logStatus('update found')
  let isInstalled = false
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed') logStatus(isUpdate ? 'updated' : 'cached')
    else if (worker.state === 'redundant' && !isInstalled) logStatus('error', 'the worker could not be installed')
    isInstalled = true
  })
}

function logStatus(status: Status, ...reason: unknown[]): void {
  console.info(`offline support: ${status}`, ...reason)
}
