import { Fragment, memo } from 'react'
import { menuPages } from '#contract/pages'
import { Fold } from '../components/Fold'
import { Icon, type IconName, Logo } from '../components/Icon'
import { Link } from '../components/Link'
import { LocalText } from '../components/LocalText'
import { useSite } from '../components/site-context'

/** The footer of every page except the contact page. */
export const Footer = memo(function Footer() {
  const { t, paths, linkText, navigation, institute } = useSite()
  const { name, city, phones, email, whatsapp, networks, footerLinks } = institute
  const [phone] = phones
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
          <p>{t('about.statement', { institute: name })}</p>
          {city && (
            <address>
              <LocalText value={city} />
            </address>
          )}
          {(phone || email || whatsapp) && (
            <ul className="links">
              {phone && (
                <li>
                  <a href={phone.href}>
                    <bdi dir="ltr" translate="no">
                      {phone.number}
                    </bdi>
                  </a>
                </li>
              )}
              {email && (
                <li>
                  <a href={`mailto:${email}`}>
                    <EmailText email={email} />
                  </a>
                </li>
              )}
              {whatsapp && (
                <li>
                  <a href={whatsapp} rel="noopener noreferrer" key={t('contact.whatsapp')}>
                    <Icon name="whatsapp" />
                    {t('contact.whatsapp')}
                  </a>
                </li>
              )}
            </ul>
          )}
          {networks.length > 0 && (
            <>
              <h2>{t('contact.followUs')}</h2>
              <SocialLinks />
            </>
          )}
          <ul className="links">
            {/* These are plain links, because they lead to files and not to pages. */}
            {feeds.map(([name, href]) => (
              <li key={name}>
                <a href={href}>{t(`feeds.${name}`)}</a>
              </li>
            ))}
          </ul>
          <p>{`© ${import.meta.env.BUILD_YEAR} ${name}`}</p>
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
        {footerLinks.length > 0 && (
          <div className="site-footer-external">
            <h2>{t('footer.externalLinks')}</h2>
            <Fold summary={<h2>{t('footer.externalLinks')}</h2>}>
              <div className="site-footer-groups">
                {footerLinks.map(({ group, links }) => (
                  <div key={group}>
                    <h3>{t(`footer.${group}`)}</h3>
                    <ul>
                      {links.map((link) => (
                        <li key={link.href}>
                          <a href={link.href} rel="noopener noreferrer">
                            <LocalText value={link.name} />
                          </a>
                        </li>
                      ))}
                    </ul>
                  </div>
                ))}
              </div>
            </Fold>
          </div>
        )}
      </div>
    </footer>
  )
})

/** An e-mail address, which breaks only after the @ and before a dot. */
export function EmailText({ email }: { email: string }) {
  return (
    <bdi dir="ltr" translate="no">
      {email.split(/(?<=@)|(?=\.)/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  )
}

/** Links to the institute's pages on social networks. */
export function SocialLinks() {
  const { networks } = useSite().institute
  return (
    <ul className="links">
      {networks.map(({ name, href }) => (
        <li key={href}>
          <a href={href} rel="noopener noreferrer" key={name.text}>
            <Icon name={iconOf(href)} />
            <LocalText value={name} />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The networks that have an icon of their own, by the name of their host. */
const hosts: [host: string, icon: IconName][] = [
  ['facebook.com', 'facebook'],
  ['t.me', 'telegram'],
  ['wa.me', 'whatsapp'],
  ['whatsapp.com', 'whatsapp'],
]

function iconOf(href: string): IconName {
  const { hostname } = new URL(href)
  return hosts.find(([host]) => `.${hostname}`.endsWith(`.${host}`))?.[1] ?? 'outside'
}
