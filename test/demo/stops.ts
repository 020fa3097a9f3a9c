import { read } from '../support/sources'

/** An address to show, with the status of its answer. `name` begins with its number, so that pictures are in order. */
export type DemoStop = { name: string; locale: 'en' | 'ar'; path: string; status: number }

/** The addresses in the table of docs/demo.md. */
export function demoStops(): DemoStop[] {
  const rows = Array.from(
    read('docs/demo.md').matchAll(/^\| (\d+):(\d\d) \| .* \| `(\S+)` \| `(\S+)` \| (\d{3}) \|$/gm),
  )
  return rows.flatMap(([, minute = '', second = '', en = '', ar = '', status]) =>
    (['en', 'ar'] as const).map((locale) => ({
      name: `${minute}-${second}-${locale}`,
      locale,
      path: locale === 'en' ? en : ar,
      status: Number(status),
    })),
  )
}
