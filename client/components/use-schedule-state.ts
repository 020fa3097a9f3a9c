import type { LocalDate } from '#content/localize'
import { type Schedule, type ScheduleState, stateOf } from '#content/schedule'
import { useHydrated } from './browser-state'

/** The state of a schedule now. Before hydration it is that of the time at which the page was made. */
export function useScheduleState(schedule: Schedule | undefined, start: LocalDate | undefined): ScheduleState {
  const isHydrated = useHydrated()
  return schedule && (isHydrated ? stateOf(start, undefined, schedule.isEvent) : schedule.state)
}
