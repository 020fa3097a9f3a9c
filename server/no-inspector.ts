/**
 * Node opens its inspector on SIGUSR1, which lets every user of the machine control the process. A listener replaces that. It is set
 * before the rest of the server loads. `--disable-sigusr1` does not exist in Node 20.
 */
if (process.env.NODE_ENV !== 'development') process.on('SIGUSR1', () => undefined)
