/** The status messages of the spec's section 8. */
type Status = 'ready' | 'registered' | 'cached' | 'update found' | 'updated' | 'offline' | 'error'

/**
 * Registers the service worker and logs its status to the console, never to the page (spec section 8). Its scope is the site's
 * base.
 */
export async function startServiceWorker(): Promise<void> {
  if (!navigator.onLine) tell('offline')
  addEventListener('offline', () => tell('offline'))
  try {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    // Missing on plain http and in private windows of some browsers.
    if (!workers) return
    // Revalidates the worker's file each time, whatever a host says about caching.
    const registration = (await workers.register(`${import.meta.env.BASE_URL}sw.js`, { updateViaCache: 'none' })) as
      | ServiceWorkerRegistration
      | undefined
    // Browsers that block workers resolve to nothing.
    if (!registration) return
    tell('registered')
    void workers.ready.then(() => tell('ready'))
    const followNew = () => follow(registration.installing, registration.active !== null)
    registration.addEventListener('updatefound', followNew)
    followNew()
  } catch (error) {
    tell('error', error)
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
  if (isUpdate) tell('update found')
  let isInstalled = false
  worker.addEventListener('statechange', () => {
    if (worker.state === 'installed') tell(isUpdate ? 'updated' : 'cached')
    else if (worker.state === 'redundant' && !isInstalled) tell('error', 'the worker could not be installed')
    isInstalled = true
  })
}

function tell(status: Status, ...reason: unknown[]): void {
  console.info(`offline support: ${status}`, ...reason)
}
