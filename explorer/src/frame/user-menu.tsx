import { useQuery } from "urql";
import { LocalUsersDocument, SharedSpacesDocument } from "../api/operations.ts";
import { useIdentity } from "./identity.tsx";

/** The service's own name for the user of requests that name none. */
const DEFAULT_USER = "local";

interface ChoiceProps {
  readonly label: string;
  readonly chosen: string;
  readonly names: readonly string[];
  readonly onChoose: (name: string) => void;
}

const Choice = ({ label, chosen, names, onChoose }: ChoiceProps) => (
  <label className="user">
    <span className="visually-hidden">{label}</span>
    <select value={chosen} title={label} onChange={(event) => onChoose(event.target.value)}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  </label>
);

/** Chooses among the users of a service without credentials. One with credentials lists nobody. */
const UserChoice = () => {
  const { user, setUser } = useIdentity();
  const [{ data }] = useQuery({ query: LocalUsersDocument });
  const own = user ?? DEFAULT_USER;
  const users = [...new Set([own, DEFAULT_USER, ...(data?.localUsers ?? [])])].toSorted();
  if (!data || users.length < 2) return null;
  return (
    <Choice
      label="Whose memory"
      chosen={own}
      names={users}
      onChoose={(name) => setUser(name === DEFAULT_USER ? null : name)}
    />
  );
};

/** No shared space can be called so: a name has no spaces. */
const OWN = "Own memory";

/** Chooses between the user's own memory and the shared spaces that the credentials grant. */
const SpaceChoice = () => {
  const { space, setSpace } = useIdentity();
  const [{ data }] = useQuery({ query: SharedSpacesDocument });
  const granted = data?.sharedSpaces ?? [];
  if (granted.length === 0 && space === null) return null;
  return (
    <Choice
      label="Own memory or shared space"
      chosen={space ?? OWN}
      names={[OWN, ...new Set([...(space === null ? [] : [space]), ...granted])]}
      onChoose={(name) => setSpace(name === OWN ? null : name)}
    />
  );
};

/** Whose memory is shown. */
export const UserMenu = () => {
  const { secret, signOut } = useIdentity();
  return (
    <>
      {secret === null && <UserChoice />}
      <SpaceChoice />
      {secret !== null && (
        <button type="button" className="button small" onClick={signOut}>
          Sign out
        </button>
      )}
    </>
  );
};
