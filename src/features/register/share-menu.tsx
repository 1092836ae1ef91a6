import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu } from '#ui/menu.tsx'
import { NewTabLink } from '#ui/new-tab-link.tsx'
import { useToast } from '#ui/toast.tsx'

/** Plain links: nothing of those sites is in ours. */
const places: Record<string, (address: string, title: string) => string> = {
  Email: (address, title) => `mailto:?subject=${title}&body=${address}`,
  WhatsApp: (address, title) => `https://wa.me/?text=${title}%20${address}`,
  LinkedIn: (address) => `https://www.linkedin.com/sharing/share-offsite/?url=${address}`,
  Facebook: (address) => `https://www.facebook.com/sharer/sharer.php?u=${address}`,
  X: (address, title) => `https://x.com/intent/post?text=${title}&url=${address}`,
}

export function ShareMenu({ title, address, number }: { title: string; address: string; number: string }) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toast({ title: 'Address copied' })
    } catch {
      toast({ title: 'Not copied', description: 'Please select the address and copy it.', variant: 'destructive' })
    }
  }
  return (
    <Menu label="Share" icon="i-share-2">
      <label htmlFor="share-address" className="label">
        Address of this entry
      </label>
      <input
        type="url"
        id="share-address"
        readOnly
        value={address}
        className="control"
        onFocus={({ target }) => target.select()}
      />
      <Button variant="quiet" className="needs-script mt-2" onClick={copy}>
        <Icon icon="i-copy" />
        Copy the address
      </Button>
      <ul className="mt-2">
        {Object.entries(places).map(([name, addressOf]) => {
          const to = addressOf(encodeURIComponent(address), encodeURIComponent(title))
          const LinkTo = name === 'Email' ? 'a' : NewTabLink
          return (
            <li key={name}>
              <LinkTo href={to} className="row-link">
                {name}
              </LinkTo>
            </li>
          )
        })}
        <li>
          <a href={href('badge', { number })} className="row-link">
            Badge for a website
          </a>
        </li>
      </ul>
    </Menu>
  )
}
