import { Layout } from '../../components/Layout.jsx'

export const metadata = { title: 'Ugarit AI Institute' }

export default function RootLayout({ children }) {
  return <Layout lang="en">{children}</Layout>
}
