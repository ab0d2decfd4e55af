"""What several commands do with a project: bring files into it (:mod:`importing`), find its model (:mod:`models`), and
serve it at an address that stays (:mod:`serving`).
"""
