import { CoursePage, courseParams } from '../../../../components/pages.jsx'

export const generateStaticParams = courseParams

export default function Page({ params }) {
  return <CoursePage lang="en" params={params} />
}
