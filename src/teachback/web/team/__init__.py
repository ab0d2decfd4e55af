"""A team on one server: accounts, roles, invitations, sessions, API tokens, and the log of what was done with them.

In reading order: :mod:`schema` and :mod:`database` (where it is kept), :mod:`keys` and :mod:`passwords` (what is
secret), :mod:`people`, :mod:`sessions`, :mod:`tokens`, :mod:`invitations`, :mod:`attempts` (how often one may try) and
:mod:`audit` (one noun a module), :mod:`team` (all of it), :mod:`opening` and :mod:`gate` (who sent a request);
:mod:`problems` has the sentences.
"""
