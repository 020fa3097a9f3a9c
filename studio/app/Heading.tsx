import { useLanguage } from './language'

/** The heading of a page, which is also its title. */
export function Heading({ text }: { text: string }) {
  const { say } = useLanguage()
  return (
    <>
      <title>{`${text} – ${say('studio')}`}</title>
      <h1>
        <bdi>{text}</bdi>
      </h1>
    </>
  )
}
