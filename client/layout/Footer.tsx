import { memo } from 'react'
import { externalLinks, institute } from '#content/institute'
import { menuPages } from '#contract/pages'
import { Icon, Logo } from '../components/Icon'
import { Link } from '../components/Link'
import { useSite } from '../components/site-context'

const linkGroups = Object.keys(externalLinks) as (keyof typeof externalLinks)[]

/** The footer of every page except the contact page. */
export const Footer = memo(function Footer() {
  const { t, paths, linkText, navigation } = useSite()
  const name = t('institute.name')
  const feeds = [
    ['news', paths.newsFeed()],
    ['blogs', paths.blogFeed()],
    ['calendar', paths.calendar()],
  ] as const
  return (
    <footer className="site-footer band-night">
      <div className="wrap site-footer-grid">
        <div className="site-footer-institute">
          <p className="site-footer-name" key={name}>
            <Logo />
            {name}
          </p>
          <p>{t('about.statement')}</p>
          <address>{t('institute.location')}</address>
          <h2>{t('contact.followUs')}</h2>
          <SocialLinks />
          <ul className="social-links">
            {/* These are plain links, because they lead to files and not to pages. */}
            {feeds.map(([name, href]) => (
              <li key={name}>
                <a className="social-link" href={href}>
                  {t(`feeds.${name}`)}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div className="site-footer-site">
          <h2>{t('footer.site')}</h2>
          <ul>
            {menuPages
              .filter((name) => name !== 'home' && (name !== 'blogs' || navigation.hasBlogs))
              .map((name) => (
                <li key={name}>
                  <Link to={paths[name]()}>{linkText(name)}</Link>
                </li>
              ))}
          </ul>
        </div>
        <div className="site-footer-external">
          <h2>{t('footer.externalLinks')}</h2>
          <div className="site-footer-groups">
            {linkGroups.map((group) => (
              <div key={group}>
                <h3>{t(`footer.${group}`)}</h3>
                <ul>
                  {Object.entries(externalLinks[group]).map(([name, href]) => (
                    <li key={href}>
                      <a href={href} rel="noopener noreferrer">
                        <bdi lang="en" dir="ltr">
                          {name}
                        </bdi>
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </div>
        </div>
      </div>
    </footer>
  )
})

/** Links to the institute's pages on social networks. */
export function SocialLinks() {
  const { t } = useSite()
  return (
    <ul className="social-links">
      {institute.social.map(({ network, href }) => (
        <li key={network}>
          <a className="social-link" href={href} rel="noopener noreferrer" key={t(`contact.${network}`)}>
            <Icon name={network} />
            {t(`contact.${network}`)}
          </a>
        </li>
      ))}
    </ul>
  )
}
