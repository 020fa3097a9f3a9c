/** The status messages of the spec's section 8. */
type Status = 'ready' | 'registered' | 'cached' | 'update found' | 'updated' | 'offline' | 'error'

/** Registers the service worker for all pages of the site, and logs its status to the console only (spec section 8). */
export async function startServiceWorker(): Promise<void> {
  if (!navigator.onLine) logStatus('offline')
  addEventListener('offline', () => logStatus('offline'))
  try {
    // `updateViaCache: 'none'` revalidates the worker's file each time, even if the host's headers allow caching.
    const options = { updateViaCache: 'none' } as const
    const registration = await navigator.serviceWorker?.register(`${import.meta.env.BASE_URL}sw.js`, options)
    // Service workers are missing on plain http and in some private windows. Some browsers block them and return undefined.
    if (!registration) return
    logStatus('registered')
    void navigator.serviceWorker.ready.then(() => logStatus('ready'))
    const followNew = () => follow(registration.installing, registration.active !== null)
    registration.addEventListener('updatefound', followNew)
    followNew()
  } catch (error) {
    logStatus('error', error)
  }
}

const followed = new WeakSet<ServiceWorker>()

/**
 * Logs the status of a worker that is being installed. A new version waits until all pages of the old version are closed, so no
 * page is reloaded.
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
