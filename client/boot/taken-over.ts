/** The event by which the hydrated page tells that it handles presses itself. */
export const takenOver = 'taken-over'
