import { HomePage } from '../../components/pages.jsx'

export default function Page() {
  return <HomePage lang="en" />
}
