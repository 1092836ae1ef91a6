import type { CSSProperties, ReactNode } from 'react'
import type { Brand } from '#brand.ts'
import type { MailBlock } from './mail-draft.ts'

// Mail readers use tables and style attributes; only some know style sheets (dark mode, phones) or variables. Colours are those of ui/tokens.css.
const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground{background:#0f1713!important}
.sheet{background:#16211b!important;border-color:#2c3a32!important}
.ink{color:#ece8db!important}
.muted{color:#aab7ac!important}
.line{border-color:#2c3a32!important}
.press{background:#8fc1a5!important;color:#0a1f16!important}
.link{color:#8fc1a5!important}
}
@media (max-width:620px){.inside{padding-left:20px!important;padding-right:20px!important}}`

const serif = "Baskervville,Baskerville,Georgia,'Times New Roman',serif"
const sans = "'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif"
const text: CSSProperties = { margin: '0 0 16px', font: `17px/1.5 ${sans}`, color: '#14231b' }

export function MailFrame({
  subject,
  body,
  addressOf,
  brand,
}: {
  subject: string
  body: MailBlock[]
  addressOf: (href: string) => string
  brand: Brand
}) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style>{darkStyles}</style>
      </head>
      <body className="ground" style={{ margin: 0, padding: 0, background: '#f8f5ed' }}>
        <Layout className="ground" style={{ background: '#f8f5ed' }}>
          <td align="center" style={{ padding: '24px 12px' }}>
            <Layout
              className="sheet"
              style={{ maxWidth: 600, background: '#fffdf8', border: '1px solid #e0d9c8', borderRadius: 4 }}
            >
              <td style={{ textAlign: 'left' }}>
                <Head brand={brand} />
                <div className="inside" style={{ padding: '32px 36px 16px' }}>
                  {body.map((block, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: blocks are told apart by their place alone.
                    <Block key={index} block={block} addressOf={addressOf} />
                  ))}
                </div>
                <Foot brand={brand} />
              </td>
            </Layout>
          </td>
        </Layout>
      </body>
    </html>
  )
}

function Block({ block, addressOf }: { block: MailBlock; addressOf: (href: string) => string }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="ink" style={{ ...text, whiteSpace: 'pre-line' }}>
          {block.text}
        </p>
      )
    case 'heading':
      return (
        <h2 className="ink" style={{ margin: '28px 0 12px', font: `22px/1.3 ${serif}`, color: '#14231b' }}>
          {block.text}
        </h2>
      )
    case 'list':
      return <List items={block.items} style={{ marginBottom: 6 }} />
    case 'linked': {
      const items = block.items.map(({ text: sentence, links }) => [
        sentence,
        ...links.map(({ label, href }) => (
          <span key={label}>
            {' '}
            <a className="link" href={addressOf(href)} target="_blank" rel="noopener" style={{ color: '#0c4029' }}>
              {label}
            </a>
          </span>
        )),
      ])
      return <List items={items} style={{ marginBottom: 14, whiteSpace: 'pre-line' }} />
    }
    case 'facts':
      return <Facts facts={block.facts} />
    case 'button':
      return <Press label={block.label} href={addressOf(block.href)} />
  }
}

function List({ items, style }: { items: ReactNode[]; style: CSSProperties }) {
  return (
    <ul className="ink" style={{ ...text, paddingLeft: 22 }}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are told apart by their place alone.
        <li key={index} style={style}>
          {item}
        </li>
      ))}
    </ul>
  )
}

function Facts({ facts }: { facts: Extract<MailBlock, { kind: 'facts' }>['facts'] }) {
  const cell: CSSProperties = {
    padding: '9px 0',
    borderBottom: '1px solid #e0d9c8',
    font: `16px/1.45 ${sans}`,
    textAlign: 'left',
    verticalAlign: 'top',
  }
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} style={{ margin: '0 0 20px', borderCollapse: 'collapse' }}>
      <tbody>
        {facts
          .filter(({ details }) => details)
          .map(({ term, details }) => (
            <tr key={term}>
              <th
                scope="row"
                className="muted line"
                style={{ ...cell, width: '34%', paddingRight: 16, color: '#505a51', fontWeight: 400 }}
              >
                {term}
              </th>
              <td className="ink line" style={{ ...cell, color: '#14231b', whiteSpace: 'pre-line' }}>
                {details}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

function Press({ label, href }: { label: string; href: string }) {
  return (
    <>
      <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: '4px 0 12px' }}>
        <tbody>
          <tr>
            <td className="press" style={{ background: '#0c4029', borderRadius: 4 }}>
              <a
                className="press"
                href={href}
                target="_blank"
                rel="noopener"
                style={{
                  display: 'inline-block',
                  padding: '13px 22px',
                  font: `600 17px/1.2 ${sans}`,
                  color: '#fffdf8',
                  textDecoration: 'none',
                }}
              >
                {label}
              </a>
            </td>
          </tr>
        </tbody>
      </table>
      <p
        className="muted"
        style={{ margin: '0 0 20px', font: `14px/1.45 ${sans}`, color: '#505a51', wordBreak: 'break-all' }}
      >
        {href}
      </p>
    </>
  )
}

function Head({ brand }: { brand: Brand }) {
  return (
    <div
      className="inside"
      style={{ padding: '22px 36px', borderBottom: '3px double #b08d35', font: `20px/1.3 ${serif}` }}
    >
      <span className="ink" style={{ color: '#14231b' }}>
        {brand.name}
      </span>
    </div>
  )
}

function Foot({ brand }: { brand: Brand }) {
  const small: CSSProperties = { margin: '0 0 6px', font: `14px/1.45 ${sans}`, color: '#505a51' }
  return (
    <div className="inside line" style={{ padding: '20px 36px 24px', borderTop: '1px solid #e0d9c8' }}>
      <p className="muted" style={small}>
        {brand.name}, {brand.address.join(', ')}
      </p>
      <p className="muted" style={small}>
        {brand.phone} |{' '}
        <a className="link" href={`mailto:${brand.email}`} style={{ color: '#12553a' }}>
          {brand.email}
        </a>
      </p>
      <p className="muted" style={small}>
        {brand.registration}
      </p>
    </div>
  )
}

/** A table of one row: mail readers' way of layout. */
function Layout({ className, style, children }: { className: string; style: CSSProperties; children: ReactNode }) {
  return (
    <table role="presentation" className={className} width="100%" cellPadding={0} cellSpacing={0} style={style}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  )
}
