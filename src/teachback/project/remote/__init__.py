"""A project over HTTP: the parts of which :meth:`Project.open` makes one, so that programs join a server's teachers.

What is taught is on the server's disk when :meth:`Project.teach` returns. The server learns and chooses the questions;
its newest model comes here to classify and to explain, so texts that are classified stay here. Lessons that name no
teacher are those of the token's owner.

In reading order: :mod:`address`, :mod:`connection` (requests, sent again when they were lost), :mod:`store` (opening a
project, and what can be read of it) and :mod:`parts` (what is taught, models, questions, settings and the encoder).
"""
