/**
 * Contact details of the institute (spec section 2, Contact), for pages and JSON-LD. Texts that differ by language are labels in
 * `messages/`.
 */
export const institute = {
  email: 'info@ugarit.example',
  phones: ['+963 41 245 6780', '+963 944 123 456'],
  contactForm: 'https://forms.example.org/contact',
  whatsapp: 'https://wa.me/963944123456',
  map: 'https://www.openstreetmap.org/#map=13/35.5236/35.7917',
  social: [
    { network: 'facebook', href: 'https://facebook.com/ugarit.ai' },
    { network: 'telegram', href: 'https://t.me/ugarit_ai' },
    { network: 'whatsapp', href: 'https://wa.me/963944123456' },
  ],
} as const

/** The footer's external links, in groups and in the order of the spec's labels. The names are English in both languages. */
export const externalLinks = {
  books: {
    'Deep Learning': 'https://www.deeplearningbook.org',
    'Dive into Deep Learning': 'https://d2l.ai',
    'Think Python': 'https://greenteapress.com/wp/think-python-3rd-edition/',
  },
  newsletters: {
    'The Batch': 'https://www.deeplearning.ai/the-batch/',
    'Import AI': 'https://jack-clark.net',
  },
  videosAndCourses: {
    'Practical Deep Learning': 'https://course.fast.ai',
    '3Blue1Brown': 'https://www.3blue1brown.com',
    'Elements of AI': 'https://www.elementsofai.com',
  },
  podcasts: {
    'Practical AI': 'https://practicalai.fm',
    'Lex Fridman Podcast': 'https://lexfridman.com/podcast',
  },
  otherResources: {
    'PyTorch tutorials': 'https://pytorch.org/tutorials',
    'Hugging Face Learn': 'https://huggingface.co/learn',
    'Kaggle Learn': 'https://www.kaggle.com/learn',
  },
} as const
