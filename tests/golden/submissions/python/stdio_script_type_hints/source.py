from typing import List, get_type_hints


class Tree:
    children: "List[Tree]"


print(get_type_hints(Tree)["children"] == List[Tree])
