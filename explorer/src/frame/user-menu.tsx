import { useQuery } from "urql";
import { LocalUsersDocument, SharedSpacesDocument } from "../api/operations.ts";
import { useIdentity } from "./identity.tsx";

/** The service's own name for the user of requests that name none. */
const DEFAULT_USER = "local";

/** No shared space is called so: their names have no spaces in them. */
const OWN_MEMORY = "own memory";

/**
 * Chooses whose memory is shown: that of a user, where the service asks for no credentials and so
 * tells its users, or a shared space that is granted.
 */
const Whose = () => {
  const { user, space, secret, setUser, setSpace } = useIdentity();
  const [{ data: local }] = useQuery({ query: LocalUsersDocument, pause: secret !== null });
  const [{ data: granted }] = useQuery({ query: SharedSpacesDocument });
  const own = user ?? (secret === null ? DEFAULT_USER : OWN_MEMORY);
  const known = secret === null ? [DEFAULT_USER, ...(local?.localUsers ?? [])] : [];
  const users = [...new Set([own, ...known])].toSorted();
  const open = space === null ? [] : [space];
  const spaces = [...new Set([...open, ...(granted?.sharedSpaces ?? [])])].toSorted();
  if (users.length + spaces.length < 2) return null;
  const choose = (value: string): void => {
    const [kind, name = ""] = value.split(/:(.*)/su);
    if (kind === "space") setSpace(name);
    else if (name === own) setSpace(null);
    else setUser(name === DEFAULT_USER ? null : name);
  };
  return (
    <label className="whose">
      <span className="visually-hidden">Whose memory</span>
      <select
        value={space === null ? `user:${own}` : `space:${space}`}
        title="Whose memory"
        onChange={(event) => choose(event.target.value)}
      >
        {users.map((name) => (
          <option key={name} value={`user:${name}`}>
            {name}
          </option>
        ))}
        {spaces.length > 0 && (
          <optgroup label="Shared spaces">
            {spaces.map((name) => (
              <option key={name} value={`space:${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
};

export const UserMenu = () => {
  const { secret, signOut } = useIdentity();
  return (
    <>
      <Whose />
      {secret !== null && (
        <button type="button" className="button small" onClick={signOut}>
          Sign out
        </button>
      )}
    </>
  );
};
