import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Course } from '#contract/entities'
import { type Locale, otherLocale } from '#contract/locales'
import { failing } from '../site/fixtures'
import { type Language, languages } from '../site/page'
import { readContent } from '../support/shipped-content'
import { firstOf } from '../support/site-pages'
import { arrived, expect, open, test, workerReady } from './journey'
import { eventually, type Target } from './tab'

const content = await readContent()
const course = firstOf(content.courses)
const category = firstOf(content.courses_categories)

test('README names the engine, from this version or an earlier one on', async ({ engineTab, engine }) => {
  const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8')
  console.info(engine.name, engineTab.version)
  const [, from] =
    new RegExp(`^\\| ${engine.name.split(' ', 1)}[^|]*\\| (\\d+(?:\\.\\d+)?) +\\|`, 'm').exec(readme) ?? []
  expect(Number.parseFloat(engineTab.version)).toBeGreaterThanOrEqual(Number(from))
})

test('the home page fits, reads in its direction and has its pictures', async ({ tab, front, language }) => {
  const { t, paths } = language
  for (const width of [1280, 420]) {
    await tab.size(width, 800)
    await open(tab, front.address + paths.home())
    await arrived(tab, t('home.hero.heading'), language)
    const overflow = () => tab.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await eventually(overflow).toBe(0)
    // Checks all pictures except pictures of hidden slides. Scrolls to each picture, because many load lazily.
    await eventually(() =>
      tab.run(() => {
        const pictures = [...document.images].filter((image) => image.checkVisibility() && !image.closest('[inert]'))
        const missing = pictures.filter(({ naturalWidth }) => naturalWidth === 0)
        missing[0]?.scrollIntoView({ behavior: 'instant' })
        return missing.map(({ src }) => src)
      }),
    ).toEqual([])
    expect(await overflow()).toBe(0)
  }
})

test('hero and ticker move until the hero is paused', async ({ tab, front, language: { t, paths, institute } }) => {
  const [hero, ticker] = ['#hero-slides', '#headlines']
  const shown = (track: string) =>
    tab.run((selector) => document.querySelector(`${selector} > :not([inert])`)?.textContent, track)
  const moves = async (track: string) => {
    const before = await shown(track)
    await eventually(() => shown(track)).not.toBe(before)
  }
  const press = async (name: string) => {
    await tab.click('button', name, ['region', t('home.hero.label')])
    // Moves the mouse away, because hovering would pause the carousel too.
    await tab.hover('link', institute.name, ['banner'])
  }
  await open(tab, front.address + paths.home())
  await moves(hero)
  await press(t('carousel.pause'))
  const slide = await shown(hero)
  for (let turn = 0; turn < 2; turn++) await moves(ticker)
  expect(await shown(hero)).toBe(slide)
  await press(t('carousel.play'))
  await moves(hero)
})

test('a menu leads by mouse to a course and its registration', async ({ tab, front, base, language }) => {
  const { t, paths, nameOf, titleOf } = language
  // A course without a date can be registered for on any day.
  const isOpen = ({ registration_link, date }: Course) => registration_link && !date
  const linked = firstOf(content.courses, (each) => each.category === category.slug && isOpen(each))
  const button: Target = ['button', t('nav.courses'), ['navigation', t('nav.main')]]
  await open(tab, front.address + paths.contactUs())
  await tab.click(...button)
  await tab.click('link', nameOf(category), ['navigation', t('nav.main')])
  await arrived(tab, `${t('list.ourCourses')} - ${nameOf(category)}`, language)
  expect(await tab.attribute('aria-expanded', ...button)).toBe('false')
  await tab.click('link', titleOf(linked))
  await arrived(tab, titleOf(linked), language)
  expect(await tab.run(() => [location.pathname, scrollY, document.activeElement?.localName])).toEqual([
    base + paths.course(linked.slug),
    0,
    'main',
  ])
  expect(await tab.attribute('href', 'link', t('action.register'))).toBe(linked.registration_link)
})

test('a menu opens by keyboard and leads on', async ({ tab, front, language }) => {
  const { t, paths, institute, nameOf } = language
  const press = async (key: 'Tab' | 'ArrowDown' | 'Escape', focused: string) => {
    await tab.press(key)
    await eventually(() => tab.run(() => document.activeElement?.textContent)).toBe(focused)
  }
  const button: Target = ['button', t('nav.courses'), ['navigation', t('nav.main')]]
  await open(tab, front.address + paths.contactUs())
  for (const name of [t('nav.skip'), institute.name, t('nav.home'), t('nav.courses')]) await press('Tab', name)
  await tab.press('Space')
  await eventually(() => tab.attribute('aria-expanded', ...button)).toBe('true')
  await press('Tab', t('nav.allCourses'))
  await press('Escape', t('nav.courses'))
  expect(await tab.attribute('aria-expanded', ...button)).toBe('false')
  await press('ArrowDown', t('nav.allCourses'))
  await press('ArrowDown', nameOf(category))
  await tab.press('Enter')
  await arrived(tab, `${t('list.ourCourses')} - ${nameOf(category)}`, language)
})

test('more of a list, an item, and Back to the same place', async ({ tab, front, language }) => {
  const { t, paths, titleOf } = language
  const tenth = firstOf(content.courses.slice(9))
  await open(tab, front.address + paths.courses())
  expect(await tab.texts('article')).toHaveLength(7)
  await tab.click('link', t('action.loadMore'))
  await eventually(() => tab.texts('article')).toHaveLength(14)
  await tab.hover('link', titleOf(tenth))
  const scrollTop = await tab.run(() => scrollY)
  expect(scrollTop).toBeGreaterThan(300)
  await tab.click('link', titleOf(tenth))
  await arrived(tab, titleOf(tenth), language)
  await tab.back()
  await arrived(tab, t('list.ourCourses'), language)
  await eventually(() => tab.texts('article')).toHaveLength(14)
  await eventually(() => tab.run((before) => Math.abs(scrollY - before) <= 2, scrollTop)).toBe(true)
})

test('the language switch keeps path, query, hash, count and place', async ({ tab, front, base, language }) => {
  const { paths, locale } = language
  const other = otherLanguage(locale)
  const rest = '?show=14&from=mail#category-links'
  await open(tab, front.address + paths.courses() + rest)
  await eventually(() => tab.texts('article')).toHaveLength(14)
  await tab.run((lang) => {
    scrollTo({ top: 900, behavior: 'instant' })
    // Uses the keyboard, because a click would scroll to the link.
    document.querySelector<HTMLElement>(`header a[hreflang="${lang}"]`)?.focus({ preventScroll: true })
  }, other.locale)
  await tab.press('Enter')
  await arrived(tab, other.t('list.ourCourses'), other)
  expect(await tab.run(() => location.pathname + location.search + location.hash)).toBe(
    base + other.paths.courses() + rest,
  )
  await eventually(() => tab.run(() => Math.abs(scrollY - 900) <= 2)).toBe(true)
  expect(await tab.texts('article')).toHaveLength(14)
})

test('a search finds what there is, and says when there is nothing', async ({ tab, front, language }) => {
  const { t, paths, titleOf } = language
  const found = firstOf(content.courses.slice(9))
  const search = async (words: string) => {
    await tab.click('searchbox', t('list.findInterest'))
    await tab.type(words)
    await tab.press('Enter')
  }
  await open(tab, front.address + paths.courses())
  await search(titleOf(found))
  await eventually(() => tab.texts('heading', undefined, ['article'])).toEqual([titleOf(found)])
  await tab.click('link', t('list.clearSearch'))
  await eventually(() => tab.texts('article')).toHaveLength(7)
  await search('zzz')
  await eventually(() => tab.texts('article')).toEqual([])
  expect((await tab.texts('heading', undefined, ['main'])).join()).toContain(t('list.noResultsTitle'))
  await tab.back()
  await eventually(() => tab.texts('article')).toHaveLength(7)
})

test('a failed load can be left, and heals without a reload', failing, async ({ tab, front, base, language }) => {
  const { t, paths } = language
  const menu: Target = ['navigation', t('nav.main')]
  front.instead = (path) => (path.startsWith(`${base}/api/`) ? { status: 500 } : undefined)
  await tab.open(front.address + paths.contactUs())
  await workerReady(tab)
  await tab.run(() => void Object.assign(window, { isSamePage: true }))
  await tab.click('link', t('nav.blogs'), menu)
  await arrived(tab, t('error.failed.title'), language)
  await tab.click('link', t('nav.contactUs'), menu)
  await arrived(tab, t('contact.title'), language)
  expect(await tab.texts('alert')).toEqual([])
  await tab.click('link', t('nav.blogs'), menu)
  await eventually(() => tab.texts('button', t('action.tryAgain'), ['alert'])).toHaveLength(1)
  front.instead = () => undefined
  await arrived(tab, t('list.ourBlogs'), language)
  expect(await tab.texts('article')).toHaveLength(7)
  expect(await tab.run(() => 'isSamePage' in window)).toBe(true)
})

test('after one visit every kind of page opens offline', failing, async ({ tab, front, site, language }) => {
  const { locale, t, paths, titleOf } = language
  const other = otherLanguage(locale)
  await open(tab, front.address + paths.home())
  await workerReady(tab)
  front.site = undefined
  await tab.reload()
  await arrived(tab, t('home.hero.heading'), language)
  await tab.open(front.address + paths.courses())
  await arrived(tab, t('list.ourCourses'), language)
  await eventually(() => tab.texts('article')).toHaveLength(7)
  await tab.open(front.address + paths.course(course.slug))
  await arrived(tab, titleOf(course), language)
  await tab.open(front.address + other.paths.blogs())
  await arrived(tab, other.t('list.ourBlogs'), other)
  front.site = site
  await tab.reload()
  await arrived(tab, other.t('list.ourBlogs'), other)
  await eventually(() => tab.texts('alert')).toEqual([])
})

function otherLanguage(locale: Locale): Language {
  return firstOf(languages, (language) => language.locale === otherLocale(locale))
}
