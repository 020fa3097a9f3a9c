import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Knows what is under way, whoever answers it, so that closing can wait for that. */
export type Drain = {
  /** Watches the connections of a server. */
  watch: (server: Server) => void
  /** Counts an answer as under way until it is done. */
  enter: (response: ServerResponse) => void
  /**
   * Waits until what is under way now is answered, or for so many milliseconds, and then ends the connections that have never
   * said anything, which closing would wait for.
   */
  settle: (milliseconds: number) => Promise<void>
}

export function createDrain(): Drain {
  const sockets = new Set<Socket>()
  let underway = 0
  let isDraining = false
  let onQuiet: () => void = () => undefined
  return {
    watch: (server) => {
      server.on('connection', (socket: Socket) => {
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
      })
    },
    enter: (response) => {
      // Who comes now is only told that this is the end; waiting for them would never end where they keep coming.
      if (isDraining) return
      underway++
      response.once('close', () => {
        underway--
        if (underway === 0) onQuiet()
      })
    },
    settle: async (milliseconds) => {
      isDraining = true
      if (underway > 0) {
        await new Promise<void>((quiet) => {
          onQuiet = quiet
          setTimeout(quiet, milliseconds).unref()
        })
      }
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}
