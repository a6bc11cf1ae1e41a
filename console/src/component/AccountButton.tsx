import { Button, type ButtonProps } from 'react-aria-components/Button'
import { Icon } from './Icon.tsx'
import { Initials } from './Initials.tsx'

/** The button of the account: initials and the name, which is cut where it does not fit. */
export function AccountButton({
  name,
  label,
  ...rest
}: Omit<ButtonProps, 'children' | 'className'> & { readonly name: string; readonly label: string }) {
  return (
    <Button {...rest} className="nav-item nav-account">
      <Initials name={name} />
      <span className="visually-hidden">{label}</span>
      <span className="nav-label nav-cut" title={name}>
        {name}
      </span>
      <Icon name="open" />
    </Button>
  )
}
