import { CourseListPage } from '../../../components/pages.jsx'

export default function Page() {
  return <CourseListPage lang="en" />
}
