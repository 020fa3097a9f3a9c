import { Layout } from '../../components/Layout.jsx'

export const metadata = { title: 'معهد أوغاريت للذكاء الاصطناعي' }

export default function RootLayout({ children }) {
  return <Layout lang="ar">{children}</Layout>
}
