import { Icon, type IconName } from "./icon.tsx";

interface Props {
  readonly icon: IconName;
  readonly label: string;
  /** The key with the same effect. */
  readonly shortcut?: string;
  /** For a switch, whether it is on. */
  readonly isOn?: boolean;
  readonly onClick: () => void;
}

/** A button with an icon. Its label is read out, and shown with its key under the pointer. */
export const IconButton = ({ icon, label, shortcut, isOn, onClick }: Props) => (
  <button
    type="button"
    className="icon"
    aria-label={label}
    aria-pressed={isOn}
    aria-keyshortcuts={shortcut}
    title={shortcut === undefined ? label : `${label} (${shortcut})`}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);
