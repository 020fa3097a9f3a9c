/** The content and words of the peer sites. `API` is the address of our running server, such as http://localhost:4567. */
const api = process.env.API ?? 'http://localhost:3000'

const words = {
  en: {
    name: 'Ugarit AI Institute',
    slogan: 'Learn to build with artificial intelligence',
    menu: 'Menu',
    home: 'Home',
    courses: 'Our courses',
    news: 'News',
    blogs: 'Our blogs',
    loadMore: 'Load more',
    register: 'Register',
    hours: 'Hour count',
    related: 'More in this category',
    place: 'Latakia, Syria',
    switchTo: 'العربية',
  },
  ar: {
    name: 'معهد أوغاريت للذكاء الاصطناعي',
    slogan: 'تعلّم كيف تبني بالذكاء الاصطناعي',
    menu: 'القائمة',
    home: 'الرئيسية',
    courses: 'دوراتنا',
    news: 'الأخبار',
    blogs: 'مدوّناتنا',
    loadMore: 'عرض المزيد',
    register: 'سجّل',
    hours: 'عدد الساعات',
    related: 'المزيد من هذا التصنيف',
    place: 'اللاذقية، سوريا',
    switchTo: 'English',
  },
}

let homeData

async function fetchHomeData() {
  const response = await fetch(`${api}/api/get-data`)
  if (!response.ok) throw new Error(`${api}/api/get-data answered ${response.status}`)
  const { data } = await response.json()
  return data[0]
}

/** The words and items of one language. */
export async function readSite(lang) {
  homeData ??= fetchHomeData()
  const { courses, news, blogs } = await homeData
  const base = lang === 'ar' ? '/ar' : ''
  const cardOf = (item, length) => ({
    slug: item.slug,
    title: item[`${lang}_title`] || item.en_title || item.ar_title,
    excerpt: `${(item[`${lang}_description`] ?? '').slice(0, length)}...`,
    tags: item.tags ?? [],
    image: item.image && pictureOf(item.image),
  })
  const courseCard = (item, length) => ({ ...cardOf(item, length), href: `${base}/courses/${item.slug}` })
  return {
    words: words[lang],
    home: base || '/',
    list: `${base}/courses`,
    hero: pictureOf(courses[0].image),
    rows: {
      courses: courses.map((item) => courseCard(item, 70)),
      news: news.map((item) => cardOf(item, 70)),
      blogs: blogs.map((item) => cardOf(item, 70)),
    },
    courses: courses.map((item) => ({
      ...courseCard(item, 100),
      body: item[`${lang}_body`] ?? '',
      hours: item.count,
      registration: item.registration_link,
      related: courses
        .filter(({ category, slug }) => category === item.category && slug !== item.slug)
        .slice(0, 3)
        .map((each) => courseCard(each, 70)),
    })),
  }
}

/** The address of a page in the other language. */
export function translationOf(path) {
  return /^\/ar(?=\/|$)/.test(path) ? path.slice(3) || '/' : `/ar${path === '/' ? '' : path}`
}

/** The attributes of a picture in the widths that our server makes. */
function pictureOf(file) {
  const address = (width) => `${api}/images/${encodeURIComponent(file)}?w=${width}`
  const srcSet = [320, 480, 640, 720, 960, 1280].map((width) => `${address(width)} ${width}w`).join(', ')
  return { src: address(960), srcSet, sizes: '(min-width: 48rem) 30rem, 92vw', width: 1600, height: 900, alt: '' }
}
