import type { Locale } from '#contract/locales'

/*
 * The content of the site as plain data: each kind of content with its fields (spec section 3). Schemas, types, readers of other
 * formats, the studio's forms, new fixtures and the list in fixtures/README.md are made from it. Visitors' scripts read the types of
 * the fields too, so the build removes every `about`, `label` and `plural` from them (`scripts/vite/without-texts.ts`).
 */

/** A label of the studio in both languages. */
export type Label = Record<Locale, string>

export type FieldType =
  | 'slug'
  /** A number for look-ups, which is unique in its list. */
  | 'id'
  | 'text'
  | 'html'
  | 'number'
  | 'flag'
  | 'date'
  | 'link'
  | 'picture'
  | 'texts'
  | 'choice'
  | 'email'
  | 'phone'
  /** A list of objects, whose fields are `fields`. */
  | 'list'
  /** The slug of an item of another kind, `of`. */
  | 'reference'

export type Field = {
  type: FieldType
  /** True for a text in two languages, which is two fields of an item: `en_title` and `ar_title` for `title`. */
  isBilingual?: true
  /** True if the English field has no prefix, as in a category: `name` and `ar_name`. */
  isPlainInEnglish?: true
  /** An item must have this field. If the field is bilingual, one of its two languages is enough. */
  isRequired?: true
  /** True for a plain text that may have several lines. */
  isLong?: true
  choices?: Record<string, { label: Label }>
  of?: string
  fields?: Record<string, Field>
  /** Describes the field in one line; `{language}` becomes English or Arabic. */
  about: string
  label: Label
}

/** A kind of content. Its key is the name of its fixture file, and of its part of the home data. */
export type Entity = {
  /** The name of its schema in the OpenAPI document. */
  name: string
  /** The word for a new item in `npm run fixtures -- new`. Without it, the kind is a single object and no list. */
  item?: string
  about: string
  /** Names the whole list, as in "Changes the blog posts". */
  plural: string
  label: Label
  /** In the order in which fixtures have them. */
  fields: Record<string, Field>
}

const slug = {
  type: 'slug',
  isRequired: true,
  about: 'Names the item in URLs; unique in its list; case-sensitive; without slashes, not "." or ".."',
  label: { en: 'Name in the address', ar: 'الاسم في الرابط' },
} as const

const id = {
  type: 'id',
  about: 'A number for look-ups by id; unique in its list',
  label: { en: 'Number', ar: 'الرقم' },
} as const

const image = {
  type: 'picture',
  isRequired: true,
  about: 'A plain file name in the images folder, such as course.webp; empty if there is no picture',
  label: { en: 'Picture', ar: 'الصورة' },
} as const

const name = {
  type: 'text',
  isBilingual: true,
  isRequired: true,
  about: 'Name in {language}; one of the two names is needed',
  label: { en: 'Name', ar: 'الاسم' },
} as const

const start = {
  type: 'date',
  about: 'Start, an ISO 8601 date and time; without a zone it is the time in Damascus',
  label: { en: 'Start', ar: 'البداية' },
} as const

const author = {
  type: 'text',
  isBilingual: true,
  about: 'Author, in {language}',
  label: { en: 'Author', ar: 'الكاتب' },
} as const

const link = {
  type: 'link',
  about: 'Further reading',
  label: { en: 'Link for more', ar: 'رابط للمزيد' },
} as const

/** The texts of every item with a page of its own. */
const texts = {
  title: {
    type: 'text',
    isBilingual: true,
    isRequired: true,
    about: 'Title in {language}; one of the two titles is needed, and stands in for the other',
    label: { en: 'Title', ar: 'العنوان' },
  },
  description: {
    type: 'text',
    isBilingual: true,
    isLong: true,
    about: 'Short description in {language}, plain text; cards cut it at 70 and 100 characters',
    label: { en: 'Short description', ar: 'وصف قصير' },
  },
  body: {
    type: 'html',
    isBilingual: true,
    about: 'Full text of the page in {language}',
    label: { en: 'Text', ar: 'النص' },
  },
} as const

export const entities = {
  courses: {
    name: 'Course',
    item: 'course',
    about: 'A course',
    plural: 'courses',
    label: { en: 'Courses', ar: 'الدورات' },
    fields: {
      id,
      slug,
      category: {
        type: 'reference',
        of: 'courses_categories',
        isRequired: true,
        about: "The slug of the course's category, one of courses_categories.json",
        label: { en: 'Category', ar: 'التصنيف' },
      },
      ...texts,
      teacher: {
        type: 'text',
        isBilingual: true,
        about: 'Teacher, in {language}',
        label: { en: 'Teacher', ar: 'التدريس' },
      },
      tags: {
        type: 'texts',
        isRequired: true,
        about: 'Short labels; tags.json has their Arabic names',
        label: { en: 'Tags', ar: 'الوسوم' },
      },
      registration_link: {
        type: 'link',
        about: 'Where one registers',
        label: { en: 'Registration link', ar: 'رابط التسجيل' },
      },
      image,
      date: start,
      count: { type: 'number', about: 'Length in hours', label: { en: 'Hours', ar: 'الساعات' } },
    },
  },
  courses_categories: {
    name: 'CourseCategory',
    item: 'category',
    about: 'A category of courses',
    plural: 'categories of courses',
    label: { en: 'Categories', ar: 'التصنيفات' },
    fields: { slug, name: { ...name, isPlainInEnglish: true } },
  },
  goals: {
    name: 'Goals',
    about: 'The texts of the about and mission pages',
    plural: 'texts of the about and mission pages',
    label: { en: 'About and mission', ar: 'من نحن ورسالتنا' },
    fields: {
      who_we_are: {
        type: 'html',
        isBilingual: true,
        about: 'Who we are, in {language}',
        label: { en: 'Who we are', ar: 'من نحن' },
      },
      mission: {
        type: 'html',
        isBilingual: true,
        about: 'Our mission, in {language}',
        label: { en: 'Our mission', ar: 'رسالتنا' },
      },
    },
  },
  news: {
    name: 'NewsItem',
    item: 'news',
    about: 'A news item',
    plural: 'news',
    label: { en: 'News', ar: 'الأخبار' },
    fields: {
      slug,
      '{product}_news': {
        type: 'flag',
        isRequired: true,
        about: 'True for news of the product, false for AI news',
        label: {
          en: 'News of the institute (not of AI in general)',
          ar: 'خبر عن المعهد (لا عن الذكاء الاصطناعي عمومًا)',
        },
      },
      ...texts,
      author,
      image,
      date: {
        type: 'date',
        about: 'Day of publication, an ISO 8601 date, with or without a time',
        label: { en: 'Date', ar: 'التاريخ' },
      },
    },
  },
  blogs: {
    name: 'Blog',
    item: 'blog',
    about: 'A blog post',
    plural: 'blog posts',
    label: { en: 'Blog posts', ar: 'المدوّنات' },
    fields: { id, slug, ...texts, author, image, link },
  },
  events: {
    name: 'Event',
    item: 'event',
    about: 'A free workshop or a programming competition',
    plural: 'events',
    label: { en: 'Events', ar: 'الفعاليات' },
    fields: {
      slug,
      event_type: {
        type: 'choice',
        choices: {
          free_workshop: { label: { en: 'Free workshop', ar: 'ورشة مجانية' } },
          competitions_programming: { label: { en: 'Programming competition', ar: 'مسابقة برمجة' } },
        },
        isRequired: true,
        about: 'Which of the two lists the event is in: /free-workshops or /programming-competitions',
        label: { en: 'Kind of event', ar: 'نوع الفعالية' },
      },
      ...texts,
      author,
      image,
      date: start,
      place: {
        type: 'text',
        isBilingual: true,
        about: 'Where it is, in {language}',
        label: { en: 'Place', ar: 'المكان' },
      },
      link: { ...link, about: 'A page about the event' },
    },
  },
  team: {
    name: 'TeamMember',
    item: 'member',
    about: 'A member of the team',
    plural: 'team',
    label: { en: 'Team', ar: 'الفريق' },
    fields: {
      image,
      name,
      headline: {
        type: 'text',
        isBilingual: true,
        about: 'Role in {language}',
        label: { en: 'Role', ar: 'الدور' },
      },
      bio: {
        type: 'text',
        isBilingual: true,
        isLong: true,
        about: 'Biography in {language}; members with one are shown in full rows',
        label: { en: 'Biography', ar: 'السيرة' },
      },
    },
  },
} as const satisfies Record<string, Entity>

const nameOfLink = {
  type: 'text',
  isBilingual: true,
  isRequired: true,
  about: 'Text of the link in {language}; one of the two texts is needed',
  label: { en: 'Text of the link', ar: 'نص الرابط' },
} as const

/**
 * The settings of the site: the institute's own facts, in `fixtures/site.json`. They are no kind of content: no operation of the API
 * answers them, and every page carries them in its HTML.
 */
export const site = {
  name: 'Site',
  about: 'The settings of the site: name, contacts, hours and links of the institute, and the name of the product',
  plural: 'settings of the site',
  label: { en: 'The institute', ar: 'المعهد' },
  fields: {
    name: { ...name, about: 'Name of the institute in {language}; one of the two names is needed' },
    short_name: {
      type: 'text',
      isBilingual: true,
      about: 'Name below the icon of the installed site, in {language}',
      label: { en: 'Short name', ar: 'الاسم المختصر' },
    },
    product: {
      type: 'text',
      isBilingual: true,
      about: 'Name of the product in {language}, as in "Ugarit news"',
      label: { en: 'Name of the product', ar: 'اسم المنتج' },
    },
    street: {
      type: 'text',
      isBilingual: true,
      about: 'Street and number, in {language}',
      label: { en: 'Street', ar: 'الشارع' },
    },
    landmark: {
      type: 'text',
      isBilingual: true,
      about: 'Landmark that shows the way, in {language}',
      label: { en: 'Landmark', ar: 'علامة مميزة' },
    },
    city: {
      type: 'text',
      isBilingual: true,
      about: 'City and country, in {language}',
      label: { en: 'City', ar: 'المدينة' },
    },
    hours: {
      type: 'text',
      isBilingual: true,
      isLong: true,
      about: 'Opening hours in {language}, plain text; each line is shown as one',
      label: { en: 'Opening hours', ar: 'أوقات الدوام' },
    },
    email: {
      type: 'email',
      about: 'E-mail address, as info@example.org',
      label: { en: 'E-mail', ar: 'البريد الإلكتروني' },
    },
    phones: {
      type: 'list',
      about: 'Phone numbers, the most important first',
      label: { en: 'Phone numbers', ar: 'أرقام الهاتف' },
      fields: {
        number: {
          type: 'phone',
          isRequired: true,
          about: 'International number, as +963 41 245 6780',
          label: { en: 'Number', ar: 'الرقم' },
        },
        purpose: {
          type: 'text',
          isBilingual: true,
          about: 'What the number is for, in {language}',
          label: { en: 'What it is for', ar: 'الغرض منه' },
        },
      },
    },
    whatsapp: {
      type: 'phone',
      about: 'International number for messages by WhatsApp',
      label: { en: 'WhatsApp number', ar: 'رقم واتساب' },
    },
    contact_form: {
      type: 'link',
      about: 'Page with the contact form',
      label: { en: 'Contact form', ar: 'نموذج المراسلة' },
    },
    map: { type: 'link', about: 'Map with the institute', label: { en: 'Map', ar: 'الخريطة' } },
    social: {
      type: 'list',
      about: 'Pages of the institute on social networks',
      label: { en: 'Social networks', ar: 'مواقع التواصل' },
      fields: {
        name: nameOfLink,
        link: {
          type: 'link',
          isRequired: true,
          about: 'Page on the network',
          label: { en: 'Address', ar: 'الرابط' },
        },
      },
    },
    footer_links: {
      type: 'list',
      about: 'External links in the footer, by group in the order of the groups',
      label: { en: 'Links in the footer', ar: 'روابط أسفل الصفحة' },
      fields: {
        group: {
          type: 'choice',
          isRequired: true,
          choices: {
            books: { label: { en: 'Books', ar: 'كتب' } },
            newsletters: { label: { en: 'Newsletters', ar: 'نشرات بريدية' } },
            videos_and_courses: { label: { en: 'Online videos and courses', ar: 'فيديوهات ودورات على الإنترنت' } },
            podcasts: { label: { en: 'Podcasts', ar: 'بودكاست' } },
            other_resources: { label: { en: 'Other resources', ar: 'مصادر أخرى' } },
          },
          about: 'Heading above the link',
          label: { en: 'Group', ar: 'المجموعة' },
        },
        name: nameOfLink,
        link: { type: 'link', isRequired: true, about: 'Where it leads', label: { en: 'Address', ar: 'الرابط' } },
      },
    },
  },
} as const satisfies Entity

type Entities = typeof entities

export type Kind = keyof Entities

/** The kinds that are lists. */
export type ListKind = { [Each in Kind]: Entities[Each] extends { item: string } ? Each : never }[Kind]

/** The kinds whose items have slugs. */
export type SlugKind = { [Each in Kind]: Entities[Each]['fields'] extends { slug: Field } ? Each : never }[Kind]

export type EventType = keyof Entities['events']['fields']['event_type']['choices']

type Values = {
  slug: string
  id: number
  text: string
  html: string
  number: number
  flag: boolean
  date: string
  link: string
  picture: string
  texts: string[]
  choice: string
  email: string
  phone: string
  list: object[]
  reference: string
}

type Value<Row> = Row extends { choices: infer Choices }
  ? keyof Choices
  : Row extends { fields: infer Rows }
    ? ItemOf<Rows>[]
    : Row extends { type: infer Type extends FieldType }
      ? Values[Type]
      : never

/** The names of a field in an item. */
type Names<Stem, Row> = Row extends { isBilingual: true }
  ? `ar_${Stem & string}` | (Row extends { isPlainInEnglish: true } ? Stem & string : `en_${Stem & string}`)
  : Stem extends `{product}${infer Rest}`
    ? `${string}${Rest}`
    : Stem & string

/** True for a field that every item has. A bilingual field may lack one language. */
type IsCertain<Row> = Row extends { isBilingual: true } ? false : Row extends { isRequired: true } ? true : false

/** Flattens an intersection, so that editors show a type's fields. */
type Flat<Type> = { [Key in keyof Type]: Type[Key] }

/** An item with these fields, as its schema describes it. */
type ItemOf<Rows> = Flat<
  {
    -readonly [Stem in keyof Rows as IsCertain<Rows[Stem]> extends true ? Names<Stem, Rows[Stem]> : never]: Value<
      Rows[Stem]
    >
  } & {
    -readonly [Stem in keyof Rows as IsCertain<Rows[Stem]> extends true ? never : Names<Stem, Rows[Stem]>]?: Value<
      Rows[Stem]
    >
  }
>

export type EntityOf<Each extends Kind> = ItemOf<Entities[Each]['fields']>

/** The payload of an operation that filters by this field: the field with its type. */
export type FieldOf<Each extends Kind, Stem> = ItemOf<{
  [Key in keyof Entities[Each]['fields'] as Extract<Key, Stem>]: Entities[Each]['fields'][Key]
}>

/** The kind that a reference leads to. */
export type ReferredKind<Each extends Kind, Stem> = Entities[Each]['fields'] extends {
  [Key in Stem & string]: { of: infer Other extends Kind }
}
  ? Other
  : never

/** The home data: the content of the whole site. Its keys are the names of the fixture files. */
export type HomeData = {
  [Each in Kind]: Each extends ListKind ? EntityOf<Each>[] : EntityOf<Each>
}

export type Course = EntityOf<'courses'>
export type Blog = EntityOf<'blogs'>

/** The settings in `fixtures/site.json`. */
export type SiteSettings = ItemOf<(typeof site)['fields']>
