/** The words of the spec's section 8 for what becomes of offline support. */
type Status = 'ready' | 'registered' | 'cached' | 'update found' | 'updated' | 'offline' | 'error'

/**
 * Registers the service worker where the browser has such, and logs what becomes of it. These messages are for the console and
 * never shown (spec section 8). Its scope is all that the site's paths lie below.
 */
export async function startServiceWorker(): Promise<void> {
  if (!navigator.onLine) tell('offline')
  addEventListener('offline', () => tell('offline'))
  try {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
    // Absent on plain http and in private windows of some browsers.
    if (!workers) return
    // The worker's own file is asked for anew each time, whatever a host says about caching.
    const registration = (await workers.register(`${import.meta.env.BASE_URL}sw.js`, { updateViaCache: 'none' })) as
      | ServiceWorkerRegistration
      | undefined
    // Browsers that are told to block workers give nothing.
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

/** Tells of a worker that is being installed. A new version waits until the old one's pages are closed: nothing is reloaded. */
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
