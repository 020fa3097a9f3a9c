/**
 * Contact details of the institute for the contact page and the footer (spec section 2, Contact). Texts that differ by language
 * are labels in `messages/`.
 */
export const institute = {
  email: 'info@ugarit.example',
  phones: ['+963 41 245 6780', '+963 944 123 456'],
  contactForm: 'https://forms.example.org/contact',
  map: 'https://www.openstreetmap.org/#map=13/35.5236/35.7917',
  social: [
    { network: 'facebook', href: 'https://facebook.com/ugarit.ai' },
    { network: 'telegram', href: 'https://t.me/ugarit_ai' },
    { network: 'whatsapp', href: 'https://wa.me/963944123456' },
  ],
} as const

/** The footer's external links, in groups and in the order of the spec's labels. The names are English in both languages. */
export const externalLinks = [
  {
    group: 'books',
    links: [
      { name: 'Deep Learning', href: 'https://www.deeplearningbook.org' },
      { name: 'Dive into Deep Learning', href: 'https://d2l.ai' },
      { name: 'Think Python', href: 'https://greenteapress.com/wp/think-python-3rd-edition/' },
    ],
  },
  {
    group: 'newsletters',
    links: [
      { name: 'The Batch', href: 'https://www.deeplearning.ai/the-batch/' },
      { name: 'Import AI', href: 'https://jack-clark.net' },
    ],
  },
  {
    group: 'videosAndCourses',
    links: [
      { name: 'Practical Deep Learning', href: 'https://course.fast.ai' },
      { name: '3Blue1Brown', href: 'https://www.3blue1brown.com' },
      { name: 'Elements of AI', href: 'https://www.elementsofai.com' },
    ],
  },
  {
    group: 'podcasts',
    links: [
      { name: 'Practical AI', href: 'https://practicalai.fm' },
      { name: 'Lex Fridman Podcast', href: 'https://lexfridman.com/podcast' },
    ],
  },
  {
    group: 'otherResources',
    links: [
      { name: 'PyTorch tutorials', href: 'https://pytorch.org/tutorials' },
      { name: 'Hugging Face Learn', href: 'https://huggingface.co/learn' },
      { name: 'Kaggle Learn', href: 'https://www.kaggle.com/learn' },
    ],
  },
] as const
